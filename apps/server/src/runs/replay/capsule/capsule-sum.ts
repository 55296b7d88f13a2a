import { createHash } from 'node:crypto'
import { type Capsule, CapsuleContent } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

export const capsuleSum = (content: CapsuleContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** Parses first, because an importer does too: unknown fields are not part of the checksum. */
export function sealCapsule(parts: CapsuleContent): Capsule {
  const content = CapsuleContent.parse(parts)
  return { format: 'lathe-capsule-1', sum: capsuleSum(content), content }
}
