import { type Check, ok } from './finding.ts'

/** Whether a variable looks like one of ours that is misspelled. The warnings say what to do themselves. */
export const checkVariables: Check = async ({ env: { warnings } }) =>
  warnings.length === 0
    ? ok('No environment variable looks misspelled.')
    : { state: 'warning', found: warnings.join(' ') }
