/** The checklist of a new account. */
export const enFirstSteps = {
  title: 'Get started',
  intro: 'These steps tick themselves off as you go. The list disappears once you have answered a visitor.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  install: {
    title: 'Put the widget on your website',
    hint: 'Add this line to your pages, before </body>.',
    done: (host: string) => `Seen on ${host}`,
    code: 'Script tag of the widget',
    noWidget: 'Visitors write to you through a channel. Start with a widget for your website.',
    create: 'Create a widget',
    askAdmin: 'Ask an admin to add you to a channel.',
  },
  write: {
    title: 'Write the first message',
    hint: 'Open the demo page as a visitor would, and write something.',
    action: 'Open the demo page',
  },
  answer: {
    title: 'Answer it',
    hint: 'Open the chat under Waiting and type: sending accepts it.',
    action: 'Go to Waiting',
  },
  invite: {
    title: 'Invite a colleague',
    hint: 'Choose the channels and departments that they will answer.',
    action: 'Invite somebody',
  },
  profile: {
    title: 'Set your name and photo',
    hint: 'Visitors see both next to your answers.',
    action: 'Open your profile',
  },
  name: {
    title: 'Name the account',
    hint: 'The name appears in invitations and other e-mails.',
    action: 'Name it',
  },
}
