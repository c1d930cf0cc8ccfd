/** The field of a payload that has nothing else to say. */
export const done = {
  nullable: true,
  description: 'True when it is done.',
  resolve: ({ value }: { value: true | null }) => value,
} as const
