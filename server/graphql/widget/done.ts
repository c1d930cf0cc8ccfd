/** The field of a payload that has nothing else to say. */
export const done = {
  nullable: true,
  description: 'True on success.',
  resolve: ({ value }: { value: true | null }) => value,
} as const
