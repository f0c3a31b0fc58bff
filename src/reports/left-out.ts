// stands in the build for packages that jsPDF loads only to draw HTML and SVG
export default undefined;
