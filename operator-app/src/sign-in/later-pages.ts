import { laterPane } from '../ui/later/later.ts'

export const ForgotPasswordPage = laterPane(() => import('./ForgotPasswordPage.svelte'), { isRare: true })
export const JoinPage = laterPane(() => import('./JoinPage.svelte'), { isRare: true })
export const ResetPasswordPage = laterPane(() => import('./ResetPasswordPage.svelte'), { isRare: true })
export const SignInPage = laterPane(() => import('./SignInPage.svelte'), { isRare: true })
