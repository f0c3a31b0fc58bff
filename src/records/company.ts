/**
 * Name of the company that services the gates: on the letterhead of every document, in its properties and under its
 * signatures. The one line to change when another company runs the portal.
 */
export const companyName = 'GateKeeper Field Service';
