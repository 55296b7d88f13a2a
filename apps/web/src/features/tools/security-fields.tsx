import type { OpenApiOperation, OpenApiScheme } from '@lathe/contract'
import { plural } from '../../lib/format/format.ts'
import { type AuthDraft, AuthFields, toDraft } from './auth-fields.tsx'

export type SecurityDraft = {
  /** Authentication by scheme id; starts with the document's values. */
  schemes: Record<string, AuthDraft>
  otherAuth: AuthDraft
}

export const EMPTY_SECURITY: SecurityDraft = { schemes: {}, otherAuth: toDraft(undefined) }

type SecurityFieldsProps = {
  schemes: readonly OpenApiScheme[]
  operations: readonly OpenApiOperation[]
  draft: SecurityDraft
  onChange: (draft: SecurityDraft) => void
}

/** One secret for each scheme that the operations use, and one for operations without a scheme. */
export function SecurityFields({ schemes, operations, draft, onChange }: SecurityFieldsProps) {
  const needed = securityNeeded(schemes, operations)
  return (
    <>
      {needed.schemes.map(({ scheme, operations: count }) => (
        <AuthFields
          key={scheme.id}
          label={scheme.id}
          description={`Sent with calls of ${plural(count, 'operation')}`}
          auth={draft.schemes[scheme.id] ?? toDraft(scheme)}
          onChange={(auth) =>
            onChange({ ...draft, schemes: { ...draft.schemes, [scheme.id]: auth } })
          }
        />
      ))}
      {needed.otherCount > 0 && (
        <AuthFields
          label={needed.schemes.length === 0 ? 'Sent with every call' : 'Sent with the other calls'}
          description={
            needed.schemes.length === 0
              ? undefined
              : `The document defines no security scheme for ${plural(needed.otherCount, 'operation')}`
          }
          auth={draft.otherAuth}
          onChange={(otherAuth) => onChange({ ...draft, otherAuth })}
        />
      )}
    </>
  )
}

type SecurityNeeded = {
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
