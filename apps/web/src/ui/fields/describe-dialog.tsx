import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { DisabledReason } from './disabled-reason.tsx'

export type NameAndDescription = { name: string; description: string }

/** Initial values for a new item. */
export const emptyDescription: NameAndDescription = { name: '', description: '' }

type DescribeDialogProps = {
  title: string
  /** The dialog is closed while this is undefined. */
  item: NameAndDescription | undefined
  /** Makes the name read-only, for items referenced by name. */
  hasFixedName?: boolean
  /** Maximum length of the name. */
  maxLength?: number
  /** Help text below the name field. */
  hint?: string
  /** Returns the validation error of a name. */
  validateName?: (name: string) => string | undefined
  saveLabel?: string
  /** If it rejects, the dialog stays open and shows the error. */
  save: (next: NameAndDescription) => Promise<unknown>
  onClose: () => void
}

/** Dialog that edits the name and description of a new or existing item. */
export function DescribeDialog({ title, item, onClose, ...form }: DescribeDialogProps) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title={title}>
      {item && <Form described={item} onClose={onClose} {...form} />}
    </Modal>
  )
}

type FormProps = Omit<DescribeDialogProps, 'title' | 'item'> & { described: NameAndDescription }

function Form({
  described,
  hasFixedName = false,
  maxLength = 200,
  hint,
  validateName,
  saveLabel = 'Save',
  save,
  onClose,
}: FormProps) {
  const [name, setName] = useState(described.name)
  const [description, setDescription] = useState(described.description)
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: save, onSuccess: onClose })
  const trimmed = name.trim()
  const nameError = trimmed === '' ? undefined : validateName?.(trimmed)
  const problem = nameError ?? (error && describeError(error).message)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ name: trimmed, description: description.trim() })
      }}
    >
      <Stack gap="sm">
        {!hasFixedName && (
          <TextInput
            label="Name"
            description={hint}
            data-autofocus
            required
            maxLength={maxLength}
            value={name}
            error={problem}
            onChange={({ currentTarget }) => {
              reset()
              setName(currentTarget.value)
            }}
          />
        )}
        <Textarea
          label="Description"
          placeholder="Optional"
          {...(hasFixedName && { 'data-autofocus': true, error: problem })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Group justify="flex-end">
          <DisabledReason
            reason={
              trimmed === '' ? 'Enter a name' : nameError !== undefined && 'Choose another name'
            }
          >
            <Button type="submit" loading={isPending}>
              {saveLabel}
            </Button>
          </DisabledReason>
        </Group>
      </Stack>
    </form>
  )
}
