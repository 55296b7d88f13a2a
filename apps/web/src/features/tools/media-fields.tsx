import {
  findConnectionByName,
  MEDIA_TOOLS,
  type MediaTask,
  type MediaToolConfig,
  SPEECH_FORMATS,
  type SpeechFormat,
} from '@lathe/contract'
import { Autocomplete, SegmentedControl, Select, TextInput } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { NumberEntry } from '../../ui/fields/number-entry.tsx'
import styles from './tools.module.css'
import { MEDIA_TASKS } from './words.ts'

type MediaFieldsProps = {
  config: MediaToolConfig
  error: string | undefined
  /** Set when the tool replaces a built-in tool, whose task cannot change. */
  isTaskFixed: boolean
  onChange: (config: MediaToolConfig) => void
}

export function MediaFields({ config, error, isTaskFixed, onChange }: MediaFieldsProps) {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const connection = findConnectionByName(connections, config.connection)
  const models = useQuery({
    ...api.models.list.queryOptions({ input: connection ? { id: connection.id } : skipToken }),
    retry: false,
  })
  const names = connections.map(({ name }) => name)
  const selected = connection?.name ?? config.connection
  return (
    <>
      {!isTaskFixed && (
        <SegmentedControl
          size="xs"
          aria-label="Task"
          className={styles.effect ?? ''}
          data={Object.entries(MEDIA_TASKS).map(([value, label]) => ({ value, label }))}
          value={config.task.type}
          onChange={(type) => onChange(defaultConfig(type) ?? config)}
        />
      )}
      <div className={styles.pair}>
        <Select
          label="Connection"
          data={names.includes(selected) ? names : [...names, selected]}
          value={selected}
          allowDeselect={false}
          onChange={(name) => onChange({ ...config, connection: name ?? '', model: '' })}
        />
        <Autocomplete
          label="Model"
          data={models.data?.map(({ id }) => id) ?? []}
          value={config.model}
          error={error}
          maxLength={256}
          onChange={(model) => onChange({ ...config, model })}
        />
      </div>
      {models.error && (
        <p className={styles.note}>
          The models of this connection could not be listed: {describeError(models.error).message}
        </p>
      )}
      <TaskFields task={config.task} onChange={(task) => onChange({ ...config, task })} />
      <NumberEntry
        label="Attempts"
        description="For a call that fails with a transient error"
        min={1}
        max={10}
        allowDecimal={false}
        value={config.tries}
        onChange={(value) => onChange({ ...config, tries: value || 1 })}
      />
    </>
  )
}

const defaultConfig = (type: string): MediaToolConfig | undefined =>
  MEDIA_TOOLS.find(({ config }) => config.task.type === type)?.config

type TaskFieldsProps = { task: MediaTask; onChange: (task: MediaTask) => void }

function TaskFields({ task, onChange }: TaskFieldsProps) {
  switch (task.type) {
    case 'speak':
      return (
        <div className={styles.pair}>
          <TextInput
            label="Voice"
            value={task.voice}
            maxLength={64}
            onChange={(event) => onChange({ ...task, voice: event.currentTarget.value })}
          />
          <Select
            label="Format"
            data={[...SPEECH_FORMATS]}
            value={task.format}
            allowDeselect={false}
            onChange={(format: SpeechFormat | null) =>
              onChange({ ...task, format: format ?? task.format })
            }
          />
        </div>
      )
    case 'transcribe':
      return (
        <TextInput
          label="Language"
          description="Two letters, such as en; leave blank to detect it"
          value={task.language ?? ''}
          maxLength={3}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...task, language: value === '' ? null : value })
          }
        />
      )
    case 'draw':
      return (
        <div className={styles.pair}>
          <TextInput
            label="Size"
            value={task.size}
            onChange={(event) => onChange({ ...task, size: event.currentTarget.value })}
          />
          <TextInput
            label="Quality"
            placeholder="model default"
            value={task.quality}
            maxLength={64}
            onChange={(event) => onChange({ ...task, quality: event.currentTarget.value })}
          />
          <NumberEntry
            label="Pictures per call"
            min={1}
            max={10}
            allowDecimal={false}
            value={task.count}
            onChange={(value) => onChange({ ...task, count: value || 1 })}
          />
        </div>
      )
    default:
      return null
  }
}
