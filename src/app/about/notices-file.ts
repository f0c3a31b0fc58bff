/** The build's file with the licences of all that is in it, beside `index.html`. */
export const noticesFile = 'notices.txt';
