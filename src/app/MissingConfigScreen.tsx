import { PlainScreen } from './PlainScreen.tsx';

/** For whoever set the portal up: which variables the build was made without. */
export function MissingConfigScreen({ missing }: { missing: string[] }) {
  return (
    <main>
      <PlainScreen title="The portal is not set up yet">
        <p>These settings are missing or are not usable:</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        <p>Set them in the file .env (see .env.example) and build the portal again.</p>
      </PlainScreen>
    </main>
  );
}
