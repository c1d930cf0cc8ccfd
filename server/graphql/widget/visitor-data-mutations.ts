import { providedDataOf } from '../../domain/visitors/client-values.ts'
import { setContactInfo } from '../../domain/visits/identity/set-contact-info.ts'
import { setCustomData } from '../../domain/visits/identity/set-custom-data.ts'
import { setVisitorAttributes } from '../../domain/visits/identity/set-visitor-attributes.ts'
import { builder } from '../kit/builder.ts'
import { done } from './done.ts'
import { VisitContactInfo } from './visit.ts'
import { visitorMutation } from './visitor-mutation.ts'

visitorMutation('setContactInfo', {
  description: 'Sets the contact details of the visitor. Blank and omitted fields are unchanged.',
  errors: ['INVALID'],
  input: (t) => ({
    name: t.string({ required: false, description: 'Up to 255 characters are kept.' }),
    email: t.string({ required: false, description: 'Up to 254 characters.' }),
    phone: t.string({ required: false, description: 'Up to 50 characters.' }),
    description: t.string({ required: false, description: 'Up to 2000 characters are kept.' }),
  }),
  resolve: ({ services, visitor }, input) => setContactInfo(services, { visitor, ...input }),
  payload: (t) => ({
    contactInfo: t.field({
      type: VisitContactInfo,
      nullable: true,
      description: 'The contact details, as they are now.',
      resolve: ({ value }) => value && providedDataOf(value),
    }),
  }),
})

const CustomDataInput = builder.inputType('CustomDataInput', {
  description: 'An item that operators see next to the chat.',
  fields: (t) => ({
    content: t.string({ required: false, description: 'The text, without tags; up to 2000 characters.' }),
    title: t.string({ required: false, description: 'Shown above it; up to 200 characters.' }),
    key: t.string({
      required: false,
      description: 'Shown in bold before the text and a colon; up to 200 characters.',
    }),
    link: t.string({
      required: false,
      description: 'Where a click leads; removed unless its host is one of `DeveloperSettings.safeUrls`.',
    }),
  }),
})

visitorMutation('setCustomData', {
  description: 'Shows data of the page about the visitor to the operators, replacing earlier data.',
  errors: ['INVALID', 'TOO_LONG'],
  input: (t) => ({
    fields: t.field({
      type: [CustomDataInput],
      description: 'The items in their order; the first 10 are used.',
    }),
  }),
  resolve: async ({ services, visitor }, { fields }) => {
    await setCustomData(services, { visitor, fields })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('setVisitorAttributes', {
  description: 'Stores plain values with the visitor. At most 10 calls an hour.',
  errors: ['INVALID', 'LIMIT_REACHED'],
  input: (t) => ({
    attributes: t.field({
      type: 'JSON',
      description:
        'An object of texts (up to 1000 characters), numbers, true and false; null removes one. At most 50 are kept.',
    }),
  }),
  resolve: async ({ services, visitor }, { attributes }) => {
    await setVisitorAttributes(services, { visitor, attributes })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})
