/** The id of the element that hands a page's data over as a script, or names it, as JSON, for it to be asked for. */
export const PAGE_DATA = "page-data"

/** The parameter by which a page asks for its data, at its own address. */
export const NAME_OF_DATA = "_data"
/** The parameter for the manifest of the scripts that are to read it: they do not know the data of another build. */
export const BUILD_OF_SCRIPTS = "_build"

/** What React Router's serialised data is called. */
export const DATA_TYPE = "text/x-script"
