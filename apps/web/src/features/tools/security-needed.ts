import type { OpenApiOperation, OpenApiScheme } from '@lathe/contract'

export type SecurityNeeded = {
  /** Each with the number of operations that may be called with it. */
  schemes: { scheme: OpenApiScheme; operations: number }[]
  /** How many operations name none of them. */
  others: number
}

/** What calls of these operations are to be given. */
export function securityNeeded(
  schemes: readonly OpenApiScheme[],
  operations: readonly Pick<OpenApiOperation, 'security'>[],
): SecurityNeeded {
  const counted = schemes.map((scheme) => ({
    scheme,
    operations: operations.filter(({ security }) => security.some((set) => set.includes(scheme.id)))
      .length,
  }))
  return {
    schemes: counted.filter((one) => one.operations > 0),
    others: operations.filter(({ security }) => security.length === 0).length,
  }
}
