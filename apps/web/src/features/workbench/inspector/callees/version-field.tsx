import { Select } from '@mantine/core'
import type { Agent } from '@lathe/contract'
import type { ReactNode } from 'react'
import { NewerVersion } from './newer-version.tsx'

const FOLLOW = 'published'

export type CalledAgent = Pick<Agent, 'slug' | 'name' | 'latestVersion' | 'publishedVersion'>

type VersionFieldProps = {
  agent: CalledAgent
  /** Without one, whichever is published when a run starts. */
  version: number | undefined
  label: string
  field: string
  error?: ReactNode
  onChange: (version: number | undefined) => void
}

/** Which version of another agent is called, and whether there is a newer one. */
export function VersionField({ agent, version, label, field, error, onChange }: VersionFieldProps) {
  return (
    <>
      <Select
        label={label}
        description={
          version === undefined
            ? 'Each run calls the version that is published when it starts.'
            : 'Every run calls this version, whatever is published.'
        }
        data={optionsOf(agent, version)}
        value={String(version ?? FOLLOW)}
        allowDeselect={false}
        error={error}
        wrapperProps={{ 'data-field': field }}
        onChange={(chosen) =>
          onChange(chosen === FOLLOW || chosen === null ? undefined : Number(chosen))
        }
      />
      <NewerVersion agent={agent} version={version} onTake={onChange} />
    </>
  )
}

/** One that is gone is still shown, or the field would look empty. */
function optionsOf({ latestVersion, publishedVersion }: CalledAgent, chosen: number | undefined) {
  const numbers = Array.from({ length: latestVersion }, (_, index) => latestVersion - index)
  const all = chosen === undefined || numbers.includes(chosen) ? numbers : [chosen, ...numbers]
  return [
    {
      value: FOLLOW,
      label:
        publishedVersion === null ? 'Published (none yet)' : `Published (now ${publishedVersion})`,
    },
    ...all.map((number) => ({ value: String(number), label: `Version ${number}` })),
  ]
}
