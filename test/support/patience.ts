/**
 * How long tests wait for what must come. It says nothing about how soon that is: a machine may be ten times slower than
 * this one, and do other things besides.
 */
export const PATIENCE_MS = 120_000
