import { tick } from 'svelte'
import { newUuid } from '../../../../widget/new-uuid.ts'
import { showFirstError } from '../../browser/show-first-error.ts'
import { type FormErrors, toFormErrors, type UserError } from '../../graphql/user-errors.ts'
import { t } from '../../messages/index.ts'
import { describeProblem } from '../toasts.ts'

type Run = (idempotencyKey: string) => Promise<{ userErrors: readonly UserError[] }>

/** One form on its way to the server: whether it is busy, and the errors at its fields. */
export class Form {
  #fields: readonly string[]
  #element: HTMLElement | undefined
  #busy = $state(false)
  #errors = $state.raw<FormErrors>({})
  /** The same until something was created, so that pressing again after a lost answer creates no second one. */
  #idempotencyKey = newUuid()

  constructor(fields: readonly string[]) {
    this.#fields = fields
  }

  /** For the form's element: `<form {@attach form.hold}>`. */
  readonly hold = (element: HTMLElement) => {
    this.#element = element
    return () => {
      this.#element = undefined
    }
  }

  get busy() {
    return this.#busy
  }

  /** Messages by field; what belongs to no field is under `form`. */
  get errors() {
    return this.#errors
  }

  /** Runs a mutation; true when the server accepted everything. If not, it shows the first error. Never throws. */
  async submit(run: Run): Promise<boolean> {
    if (this.#busy) return false
    const isDone = await this.#send(run)
    if (isDone) return true
    await this.showErrors()
    return false
  }

  /** Leads to the first error, also to one that the form has found by itself. */
  async showErrors(): Promise<void> {
    await tick()
    if (this.#element) showFirstError(this.#element)
  }

  async #send(run: Run): Promise<boolean> {
    this.#busy = true
    try {
      const { userErrors } = await run(this.#idempotencyKey)
      const isCreated = userErrors.some(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')
      if (userErrors.length === 0 || isCreated) this.#idempotencyKey = newUuid()
      this.#errors = isCreated ? { form: t.errors.createdBefore } : toFormErrors(userErrors, this.#fields)
      return userErrors.length === 0
    } catch (error) {
      this.#errors = { form: describeProblem(error) }
      return false
    } finally {
      this.#busy = false
    }
  }
}

export function createForm(fields: readonly string[]): Form {
  return new Form(fields)
}
