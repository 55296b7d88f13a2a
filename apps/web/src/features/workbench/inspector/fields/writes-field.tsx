import { Autocomplete } from '@mantine/core'
import type { GraphDocument } from '@lathe/contract'
import { channelUses } from '../../state/channel-uses.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { AddItemButton } from '../../../../ui/fields/add-item-button.tsx'
import styles from '../inspector.module.css'
import { RemoveButton } from '../../../../ui/fields/item-buttons.tsx'
import { ChannelField } from './channel-field.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type WritesFieldProps = FieldProps & {
  /** Label of the paths, such as "Part of the answer". */
  pathLabel: string
  /** Suggested paths. Others may be typed. */
  paths: readonly string[]
  /** Dotted path by channel. */
  value: Readonly<Record<string, string>>
  onChange: (writes: Record<string, string>) => void
}

/** Maps channels to parts of a result. */
export function WritesField(props: WritesFieldProps) {
  const { field, label, description, pathLabel, paths, value, onChange } = props
  const { store } = useWorkbench()
  const state = useWorkbenchState(({ document }) => document.state)
  const entries = Object.entries(value)
  const unusedChannel = Object.keys(state).find((name) => !(name in value))

  const rename = (from: string, to: string) =>
    onChange(Object.fromEntries(entries.map(([name, path]) => [name === from ? to : name, path])))

  return (
    <FieldFrame {...{ field, label, description }} isContainer>
      <ul className={styles.items}>
        {entries.map(([name, path]) => (
          <li key={name} className={styles.row} data-field={`${field}.${name}`}>
            <Autocomplete
              aria-label={pathLabel}
              placeholder={pathLabel}
              data={[...paths]}
              value={path}
              maxLength={256}
              onChange={(next) => onChange({ ...value, [name]: next })}
            />
            <span className={styles.arrow}>→</span>
            <ChannelField
              field={`${field}.${name}`}
              label="Channel"
              hasLabel={false}
              value={name}
              isClearable={false}
              onChange={(to) => {
                if (to !== undefined && !(to in value)) rename(name, to)
              }}
            />
            <RemoveButton
              itemName={`path for ${name}`}
              onRemove={() =>
                onChange(Object.fromEntries(entries.filter(([entryName]) => entryName !== name)))
              }
            />
          </li>
        ))}
      </ul>
      {unusedChannel !== undefined && (
        <AddItemButton
          mt="sm"
          onAdd={() =>
            onChange({
              ...value,
              [bestChannel(store.getState().document, value, paths) ?? unusedChannel]: nextPath(
                value,
                paths,
              ),
            })
          }
        >
          Channel
        </AddItemButton>
      )}
    </FieldFrame>
  )
}

const nextPath = (value: Readonly<Record<string, string>>, paths: readonly string[]): string =>
  paths.find((path) => !Object.values(value).includes(path)) ?? ''

/** Prefers a channel with the part's name, then one that no node writes. */
function bestChannel(
  document: GraphDocument,
  value: Readonly<Record<string, string>>,
  paths: readonly string[],
): string | undefined {
  const path = nextPath(value, paths)
  const unusedChannel = Object.keys(document.state).filter((name) => !(name in value))
  if (unusedChannel.includes(path)) return path
  const uses = channelUses(document)
  const localNames = unusedChannel.filter((name) => !document.input.includes(name))
  return localNames.find((name) => uses[name]?.writers.length === 0) ?? localNames[0]
}
