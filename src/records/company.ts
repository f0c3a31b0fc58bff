/** On every letterhead and under its signatures: change it here when another company runs the portal. */
export const companyName = 'GateKeeper Field Service';
