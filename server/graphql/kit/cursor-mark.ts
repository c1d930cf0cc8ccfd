import { randomUUID } from 'node:crypto'

/**
 * Stands for the cursor in a result that many screens share (live/execute-shared.ts). The cursor differs from screen to
 * screen; everything else is the same. Nobody outside can guess it.
 */
export const CURSOR_MARK = randomUUID()
