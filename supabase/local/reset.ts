import { dataFolderOf, removeDataFolder } from './data-folder.ts';

// `npm run reset`: deletes the data. The next start creates the demo data again.
const folder = dataFolderOf(process.cwd());
try {
  await removeDataFolder(folder);
  console.log(`The portal's data in ${folder} was deleted. The next start restores the demo data.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
