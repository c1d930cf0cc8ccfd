import { limits } from '../limits.ts'

export const enSignIn = {
  signIn: {
    title: 'Sign in',
    intro: 'to your inbox',
    ended: 'Your session has ended. Sign in again.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    forgot: 'Forgot your password?',
  },
  forgotPassword: {
    title: 'Forgot your password?',
    intro: 'Enter your e-mail address to set a new one.',
    submit: 'Send the link',
    askedTitle: 'Check your inbox',
    asked: (email: string) =>
      `If somebody signs in as ${email}, an e-mail is on its way. Its link works once, for one hour.`,
    noMailTitle: 'No e-mail can be sent',
    noMail:
      'No mail server is configured, so no link can be sent. Ask the person who runs Switchboard to set a new password for you.',
    toSignIn: 'Go to sign-in',
  },
  resetPassword: {
    title: 'Set a new password',
    intro: 'You will be signed out everywhere. Sign in again with the new password.',
    password: 'New password',
    revokeTokens: 'Also revoke my API tokens',
    submit: 'Set the password',
    doneTitle: 'Your password is set',
    done: 'Sign in with the new password.',
    askAgain: 'Request another link',
  },
  join: {
    title: (account: string) => `Join ${account}`,
    intro: (inviter: string, email: string) => `${inviter} invited you. You will sign in as ${email}.`,
    name: 'Your name',
    nameHint: 'Visitors see it when you reply.',
    password: 'Choose a password',
    passwordHint: `At least ${limits.shortestPassword} characters.`,
    signedIn: (name: string, email: string) =>
      `This browser is signed in as ${name} (${email}). When you join, they are signed out in all of its tabs.`,
    submit: 'Join',
    invalid: 'This invitation is no longer valid',
    invalidHint: 'It was used or revoked, or it has expired. Ask for a new link.',
    toSignIn: 'Go to sign-in',
  },
}
