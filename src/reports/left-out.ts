// replaces, in the build, packages that jsPDF loads only to draw HTML and SVG
export default undefined;
