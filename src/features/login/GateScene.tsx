import styles from './GateScene.module.css';

/** The SVG path of the lit windows. */
const litWindows =
  'M107 226h20v14h-20zM162 226h20v14h-20zM107 257h20v14h-20zM162 257h20v14h-20zM79 287h20v14h-20zM107 287h20v14h-20zM189 287h20v14h-20zM79 318h20v14h-20zM107 348h20v14h-20zM162 348h20v14h-20zM189 348h20v14h-20zM79 379h20v14h-20zM162 379h20v14h-20zM162 410h20v14h-20zM189 410h20v14h-20zM79 440h20v14h-20zM107 471h20v14h-20zM189 471h20v14h-20zM189 502h20v14h-20zM107 532h20v14h-20zM189 532h20v14h-20zM107 563h20v14h-20zM348 159h22v15h-22zM378 192h22v15h-22zM348 226h22v15h-22zM408 226h22v15h-22zM319 259h22v15h-22zM348 259h22v15h-22zM408 259h22v15h-22zM319 292h22v15h-22zM408 292h22v15h-22zM348 358h22v15h-22zM378 392h22v15h-22zM408 392h22v15h-22zM319 425h22v15h-22zM348 425h22v15h-22zM319 458h22v15h-22zM348 458h22v15h-22zM378 524h22v15h-22zM348 591h22v15h-22zM408 591h22v15h-22z';

/** A decorative picture of a gate at dusk, which lifts its arm once. */
export function GateScene() {
  return (
    <svg className={styles.scene} viewBox="0 0 800 900" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <g fill="#1f2c38">
        <path d="M60 640V210h170v430zM300 640V110h150v530z" />
        <path fill="#1b2631" d="M0 640V430h150v210zM210 640V350h130v290zM430 640V300h220v340z" />
      </g>
      <path fill="#f2b01e" opacity="0.34" d={litWindows} />
      <path fill="var(--road)" d="M0 640h800v260H0z" />
      <path fill="#55626e" d="M0 636h800v10H0z" />
      <path fill="#58626b" d="M40 770h120l-18 14H18zM290 770h120l-10 14H276zM540 770h120l-2 14H534z" />

      <path fill="#66727d" d="M206 522h12v114h-12z" />
      <rect fill="#c2cad1" x="186" y="476" width="52" height="58" rx="8" />
      <path
        fill="none"
        stroke="#f2b01e"
        strokeWidth="9"
        strokeLinecap="round"
        d="M262 486a28 28 0 0 1 0 38M284 468a54 54 0 0 1 0 74M306 450a80 80 0 0 1 0 110"
      />

      <g className={styles.arm}>
        <rect fill="#f3f1ea" x="-120" y="430" width="760" height="44" rx="22" />
        <path
          fill="#e0452f"
          d="M-70 430h74l-30 44h-74zM78 430h74l-30 44H48zM226 430h74l-30 44h-74zM374 430h74l-30 44h-74z"
        />
        <rect fill="#55626e" x="640" y="424" width="74" height="56" rx="10" />
      </g>
      <rect fill="#2e9aab" x="548" y="398" width="128" height="238" rx="14" />
      <path fill="rgb(10 20 30 / 18%)" d="M548 412a14 14 0 0 1 14-14h22v238h-36z" />
      <path fill="none" stroke="#0b5563" strokeWidth="9" strokeLinecap="round" d="M604 560h50M604 584h50" />
      <rect fill="#55626e" x="530" y="620" width="164" height="20" rx="5" />
      <circle fill="#f2b01e" cx="612" cy="452" r="38" />
      <circle fill="#17212b" cx="612" cy="452" r="13" />
    </svg>
  );
}
