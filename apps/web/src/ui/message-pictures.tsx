import { ActionIcon, FileButton, TextInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import type { PromptMessage } from '@lathe/contract'
import type { ReactNode } from 'react'
import { imagesOf, withImages } from '../lib/message-images.ts'
import { PICTURE, PICTURE_TYPES, readPictures } from '../lib/pictures.ts'
import { AddItemButton } from './add-item-button.tsx'
import { RemoveButton } from './item-buttons.tsx'
import styles from './message-pictures.module.css'
import { Picture } from './picture.tsx'
import { noPictures, onPictures } from './put-pictures.ts'
import { showToast } from './undo-toast.tsx'

type MessagePicturesProps = {
  /** "message 2" */
  of: string
  message: PromptMessage
  onChange: (message: PromptMessage) => void
  /** What is told of a picture, around the field of its address. */
  renderPicture?: (index: number, field: ReactNode) => ReactNode
  /** The field of its text. */
  children: ReactNode
}

/** What a template and a message may hold. */
const MOST_CHARACTERS = 200_000
const MOST_PICTURES = 16
const AS_VARIABLE = 'Write {{photo}} as its address, and give each case its picture.'
const ONLY_USERS = 'Models are shown pictures by a user: put it into a message of that role.'

/** The text of a message, below it a user's pictures: chosen, pasted or dropped there, or told by an address. */
export function MessagePictures(props: MessagePicturesProps) {
  const { of, message, onChange, renderPicture = (_, field) => field, children } = props
  const images = imagesOf(message)
  const change = (next: readonly string[]) => onChange(withImages(message, next))
  // A file is read in its own time: it joins what is there by then.
  const put = useCallbackRef((index: number, read: readonly string[]) => {
    const next = images.toSpliced(index, 1, ...read)
    if (next.length > MOST_PICTURES) complain(`A message has ${MOST_PICTURES} pictures at most.`)
    change(next.slice(0, MOST_PICTURES))
  })
  const add = useCallbackRef((read: readonly string[]) => put(images.length, read))
  const read = async (files: readonly File[], take: (read: readonly string[]) => void) => {
    try {
      take(await readPictures(files, MOST_CHARACTERS, AS_VARIABLE))
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
    }
  }
  const isUser = message.role === 'user'

  return (
    <div
      className={styles.root}
      {...(isUser ? onPictures((files) => void read(files, add)) : noPictures(ONLY_USERS))}
    >
      {children}
      {isUser && (
        <>
          <ul className={styles.pictures} hidden={images.length === 0}>
            {images.map((image, index) => {
              const name = `picture ${index + 1} of ${of}`
              return (
                // Pictures have no identity but their place.
                <li key={index}>
                  {renderPicture(
                    index,
                    PICTURE.test(image) ? (
                      <Picture name={name} url={image} />
                    ) : (
                      <Address
                        name={name}
                        value={image}
                        onChange={(address) => put(index, [address])}
                        onFile={(file) => void read([file], (found) => put(index, found))}
                      />
                    ),
                  )}
                  <RemoveButton of={name} onRemove={() => change(images.toSpliced(index, 1))} />
                </li>
              )
            })}
          </ul>
          {images.length < MOST_PICTURES && (
            <AddItemButton onAdd={() => add([''])}>Add a picture</AddItemButton>
          )}
        </>
      )}
    </div>
  )
}

const complain = (problem: string) => showToast(problem, 'error', 'pictures')

type AddressProps = {
  name: string
  value: string
  onChange: (address: string) => void
  onFile: (file: File) => void
}

/** A template of an address, or the file that takes its place. */
function Address({ name, value, onChange, onFile }: AddressProps) {
  return (
    <TextInput
      size="xs"
      aria-label={`Address of ${name}`}
      placeholder="https://… or {{photo}}"
      value={value}
      onChange={({ currentTarget }) =>
        currentTarget.value.length > MOST_CHARACTERS
          ? complain(`This address is too long. ${AS_VARIABLE}`)
          : onChange(currentTarget.value)
      }
      rightSection={
        <FileButton
          accept={PICTURE_TYPES.join(',')}
          onChange={(file) => {
            if (file) onFile(file)
          }}
        >
          {(button) => (
            <ActionIcon
              {...button}
              variant="subtle"
              color="gray"
              size="sm"
              title="Choose a file"
              aria-label={`Choose a file as ${name}`}
            >
              <IconPhotoPlus size={14} />
            </ActionIcon>
          )}
        </FileButton>
      }
    />
  )
}
