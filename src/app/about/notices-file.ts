/** The file of the build, beside `index.html`, with the licences of all packages in it. */
export const noticesFile = 'notices.txt';
