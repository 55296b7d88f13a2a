import { createHash } from 'node:crypto'
import { type Capsule, CapsuleContent } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

export const capsuleSum = (content: CapsuleContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** Parsed first, as whoever takes it in will have parsed it: what is left out there is not counted here. */
export function sealCapsule(parts: CapsuleContent): Capsule {
  const content = CapsuleContent.parse(parts)
  return { format: 'lathe-capsule-1', sum: capsuleSum(content), content }
}
