// The build replaces packages that jsPDF needs only for HTML and SVG by this module.
export default undefined;
