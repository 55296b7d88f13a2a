import { Select } from '@mantine/core'
import type { AgentVersion } from '@lathe/contract'

type VersionSelectProps = {
  /** Undefined is the draft. */
  version: number | undefined
  versions: readonly AgentVersion[]
  onChange: (version: number | undefined) => void
}

const DRAFT = 'draft'

export function VersionSelect({ version, versions, onChange }: VersionSelectProps) {
  return (
    <Select
      aria-label="Version"
      w={180}
      allowDeselect={false}
      data={[
        { value: DRAFT, label: 'Draft' },
        ...versions.map(({ number, isPublished }) => ({
          value: String(number),
          label: isPublished ? `v${number}, published` : `v${number}`,
        })),
      ]}
      value={version === undefined ? DRAFT : String(version)}
      onChange={(value) => onChange(value === null || value === DRAFT ? undefined : Number(value))}
    />
  )
}
