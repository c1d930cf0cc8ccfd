import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { AppError } from '../../errors.ts'

/** Longer than any number with separators between digits; the limit for a visitor's number. */
const LENGTH = 50

/**
 * A number as it was typed, as E.164. Without a country code it belongs to the first of the countries. Throws
 * `invalid_request`, worded for the caller, for a number that cannot be called.
 */
export function readPhone(text: string, countries: readonly string[]): PhoneNumber {
  const typed = text.trim()
  if (typed === '') throw refuse('Enter a telephone number.')
  if (typed.length > LENGTH) throw refuse('This telephone number is too long.')
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), {
    ...(countries[0] && { defaultCountry: countries[0] as CountryCode }),
    extract: false,
  })
  if (!phone && countries.length === 0 && /^[\d\s()./-]+$/.test(typed)) {
    throw refuse('Enter the telephone number with its country code, such as +49 30 123456.')
  }
  if (!phone?.isPossible()) throw refuse('This is not a telephone number.')
  if (phone.getType() === 'PREMIUM_RATE') throw refuse('Premium-rate numbers are not called.')
  return phone
}

/** Whether the number is of one of the countries; of any when there are none. */
export function isOfCountries(phone: PhoneNumber, countries: readonly string[]): boolean {
  if (countries.length === 0) return true
  if (phone.country) return countries.includes(phone.country)
  // Newer than the data about its country: its calling code decides.
  return countries.some(
    (country) => getCountryCallingCode(country as CountryCode) === phone.countryCallingCode,
  )
}

/** A number that a telephone system reports: E.164 if possible, else unchanged. */
export function tidyPhone(text: string): string {
  const typed = text.trim().slice(0, LENGTH)
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), { extract: false })
  return phone?.isPossible() ? phone.number : typed
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'input.phone' })
}
