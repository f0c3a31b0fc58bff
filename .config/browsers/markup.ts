import { Visitor, parseSync, type ESTree } from 'vite';
import { lineAt, sourceFiles, type SourceFile } from '../source-files.ts';
import type { Finding } from './findings.ts';
import { lackingFirst, type FeaturePath } from './supported.ts';

/** The places where JSX has an element or an attribute that a supported browser lacks, such as `<details name>`. */
export function missingInMarkup(files: readonly SourceFile[] = sourceFiles()): Finding[] {
  return files
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, source }) => {
      const findings: Finding[] = [];
      const note = (start: number, feature: string, ...paths: FeaturePath[]) => {
        const browsers = lackingFirst(...paths);
        if (browsers.length > 0) findings.push({ place: `src/${file}:${lineAt(source, start)}`, feature, browsers });
      };
      new Visitor({
        JSXOpeningElement({ name, attributes, start }: ESTree.JSXOpeningElement) {
          if (name.type !== 'JSXIdentifier' || !/^[a-z]/u.test(name.name)) return;
          const element = name.name;
          note(start, `<${element}>`, ['html', 'elements', element]);
          for (const attribute of attributes)
            if (attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier') {
              const attributeName = attribute.name.name.toLowerCase();
              note(
                attribute.start,
                `<${element} ${attributeName}>`,
                ['html', 'elements', element, attributeName],
                ['html', 'global_attributes', attributeName],
              );
            }
        },
      }).visit(parseSync(file, source).program);
      return findings;
    });
}
