import { createHash } from 'node:crypto'
import { type Capsule, CapsuleContent, type CapsuleFile } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

export const capsuleSum = (content: CapsuleFile['content']): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** Parses first, because an importer does too: unknown fields are not part of the checksum. */
export function sealCapsule(parts: CapsuleContent): Capsule {
  const content = CapsuleContent.parse(parts)
  return { format: 'lathe-capsule-2', sum: capsuleSum(content), content }
}
