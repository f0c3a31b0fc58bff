// In the build, this replaces packages that jsPDF loads only to draw HTML and SVG.
export default undefined;
