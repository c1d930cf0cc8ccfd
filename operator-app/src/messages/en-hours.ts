import { createPlural } from './plural.ts'

const plural = createPlural('en')

/** Business hours. */
export const enHours = {
  intro:
    'When somebody is there. Outside these hours, the chat says when you open again, and bots are told that nobody is available.',
  account: 'The account',
  /** Within a sentence. */
  theAccount: 'the account',
  always: 'No hours are set: it is always open.',
  open: 'Open now',
  closed: 'Closed now',
  opensAt: (when: string) => `Closed now, opens ${when}`,
  set: 'Set hours',
  edit: 'Edit',
  editOf: (name: string) => `Edit the hours of ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete the hours of ${name}`,
  deleteTitle: (name: string) => `Delete the hours of ${name}?`,
  deleteBody: 'The hours of the account apply there again.',
  deleteAccountBody: 'The account is then open at any time. Hours of channels and departments stay.',
  title: (name: string) => `Hours of ${name}`,
  add: 'Add other hours',
  addTitle: 'Who has other hours?',
  addIntro:
    'A channel or department can have hours of its own. They start as a copy of the account’s hours, and apply there instead.',
  place: 'Channel or department',
  channels: 'Channels',
  departments: 'Departments',
  continue: 'Continue',
  noPlace: 'Every channel and department has hours of its own already.',
  timeZone: 'Time zone',
  weekly: 'Hours of the week',
  weeklyHint:
    'Without any, it is open at any time except on holidays. Hours that end before they begin end on the next day.',
  day: 'Day',
  days: {
    MONDAY: 'Monday',
    TUESDAY: 'Tuesday',
    WEDNESDAY: 'Wednesday',
    THURSDAY: 'Thursday',
    FRIDAY: 'Friday',
    SATURDAY: 'Saturday',
    SUNDAY: 'Sunday',
  },
  from: 'From',
  to: 'To',
  addHours: 'Add hours',
  addWeek: 'Monday to Friday, 9 to 17',
  removeHours: (day: string, from: string) => `Remove ${day}, ${from}`,
  holidays: 'Holidays',
  holidaysHint: 'Closed from midnight to midnight.',
  date: 'Date',
  name: 'Name',
  addHoliday: 'Add a holiday',
  removeHoliday: (name: string) => `Remove ${name}`,
  thisHoliday: 'this holiday',
  import: 'Import from a calendar file (.ics)',
  importing: 'Reading the file…',
  found: (count: number) =>
    plural(count, {
      one: '# day was found. Choose what to add.',
      other: '# days were found. Choose what to add.',
    }),
  foundNone: 'The file has no whole days from today on, or only those that are in the list already.',
  notCalendar: 'This is not a calendar file.',
  tooLarge: 'The file is larger than 1 MB.',
  addChosen: (count: number) => plural(count, { one: 'Add # holiday', other: 'Add # holidays' }),
  closedUntil: 'Closed until',
  closedUntilHint:
    'Closes immediately, whatever the hours say. The time is in the time zone of this browser. Leave it empty to stay open.',
}
