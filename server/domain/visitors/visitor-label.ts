interface Named {
  name: string | null
  email: string | null
  phone: string | null
  number: bigint | number
}

/** What a visitor is called in notifications and mails: by the best that is known of them, as in the operator app. A `#` is for chats. */
export function visitorLabel({ name, email, phone, number }: Named): string {
  return name ?? email ?? phone ?? `Visitor ${number}`
}
