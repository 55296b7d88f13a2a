import type { OpenApiOperation, OpenApiScheme } from '@lathe/contract'

export type SecurityNeeded = {
  /** Schemes with the number of operations that accept each. */
  schemes: { scheme: OpenApiScheme; operations: number }[]
  /** Number of operations without a scheme. */
  otherCount: number
}

/** Returns the authentication that calls of these operations need. */
export function securityNeeded(
  schemes: readonly OpenApiScheme[],
  operations: readonly Pick<OpenApiOperation, 'security'>[],
): SecurityNeeded {
  const schemeCounts = schemes.map((scheme) => ({
    scheme,
    operations: operations.filter(({ security }) => security.some((set) => set.includes(scheme.id)))
      .length,
  }))
  return {
    schemes: schemeCounts.filter((scheme) => scheme.operations > 0),
    otherCount: operations.filter(({ security }) => security.length === 0).length,
  }
}
