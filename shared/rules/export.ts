/** Where the form for the data export is on its page. */
export const EXPORT_ANCHOR = 'export'
