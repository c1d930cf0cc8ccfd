import type { ShapeFromTypeParam, TypeParam } from '@pothos/core'
import type { Types } from './builder.ts'
import { encodeGlobalId } from './global-id.ts'

/** The field of a payload with what the verb returned. */
export const returned = <Type extends TypeParam<Types>>(type: Type, description: string) =>
  ({
    type,
    nullable: true,
    description,
    resolve: ({ value }: { value: ShapeFromTypeParam<Types, Type, true> }) => value,
  }) as const

/** The field of a payload with the global id of what is gone, whose verb returns its plain id. */
export const deletedId = (typeName: string, description: string) =>
  ({
    nullable: true,
    description,
    resolve: ({ value }: { value: string | null }) => value && encodeGlobalId(typeName, value),
  }) as const
