/** The file name of the window's bundle, which the build knows. */
declare const WINDOW_NAME: string
