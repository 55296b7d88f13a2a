import { ActionIcon, FileButton, Select } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import {
  parseImageDataUrl,
  MAX_IMAGES,
  MAX_TEMPLATE_LENGTH,
  IMAGE_TYPES,
  ImageDetail,
  type PromptMessage,
} from '@lathe/contract'
import type { ClipboardEvent, ReactNode } from 'react'
import {
  imageDetail,
  messageImages,
  withDetail,
  withImages,
} from '../../lib/values/message-images.ts'
import { readPictures } from '../../lib/values/pictures.ts'
import { CodeEditor } from '../code/code-editor.tsx'
import { AddItemButton } from '../fields/add-item-button.tsx'
import { ItemButtons, moveItem, RemoveButton } from '../fields/item-buttons.tsx'
import styles from './message-pictures.module.css'
import { Picture } from '../pictures/picture.tsx'
import { rejectPictures, acceptPictures } from '../pictures/picture-input.ts'
import { showToast } from '../feedback/undo-toast.tsx'

type MessagePicturesProps = {
  /** Accessible name of the message: "message 2". */
  messageName: string
  message: PromptMessage
  onChange: (message: PromptMessage) => void
  /** Wraps a picture, for example with its diff. */
  renderPicture?: (index: number, picture: ReactNode) => ReactNode
  /** Renders the URL field of a picture that is not stored as data. */
  renderUrl?: (index: number, field: UrlField) => ReactNode
  /** The message's text field. */
  children: ReactNode
}

/** Field for a picture's URL. It is a template, like the text. */
export type UrlField = {
  label: string
  value: string
  height: 'line'
  hint: string
  onChange: (address: string) => void
}

const DETAILS = [
  { value: 'auto', label: 'Model default' },
  { value: 'low', label: 'Low: fewer tokens' },
  { value: 'high', label: 'High' },
]

const TOO_LONG = 'This address is too long.'
const VARIABLE_HINT = 'Use {{photo}} as the address, and give each case its picture.'
const USER_MESSAGES_ONLY =
  'Models accept pictures only in user messages. Move it to a user message.'

/** Message text with a user's pictures below it: chosen, pasted, dropped, or given by URL. */
export function MessagePictures(props: MessagePicturesProps) {
  const { messageName, message, onChange, children } = props
  const { renderPicture = (_, picture) => picture, renderUrl = renderPlainUrl } = props
  const images = messageImages(message)
  const change = (next: readonly string[]) => onChange(withImages(message, next))
  // Reading is asynchronous, so append to the pictures present at that time.
  const replacePicture = useCallbackRef((index: number, read: readonly string[]) => {
    const next = images.toSpliced(index, 1, ...read)
    if (next.length > MAX_IMAGES) showError(`A message can have at most ${MAX_IMAGES} pictures.`)
    change(next.slice(0, MAX_IMAGES))
  })
  const add = useCallbackRef((read: readonly string[]) => replacePicture(images.length, read))
  const read = async (files: readonly File[], onRead: (read: readonly string[]) => void) => {
    try {
      onRead(await readPictures(files, MAX_TEMPLATE_LENGTH, VARIABLE_HINT))
    } catch (error) {
      showError(error instanceof Error ? error.message : String(error))
    }
  }
  const isUser = message.role === 'user'

  return (
    <div
      className={styles.root}
      {...(isUser
        ? acceptPictures((files) => void read(files, add))
        : rejectPictures(USER_MESSAGES_ONLY))}
    >
      {children}
      {isUser && (
        <>
          <ul className={styles.pictures} hidden={images.length === 0}>
            {images.map((image, index) => {
              const name = `picture ${index + 1} of ${messageName}`
              return (
                // Pictures have no id, so the index is the key.
                <li key={index}>
                  {parseImageDataUrl(image) ? (
                    renderPicture(index, <Picture name={name} url={image} />)
                  ) : (
                    <>
                      <div {...onLongPaste(image, () => showError(`${TOO_LONG} ${VARIABLE_HINT}`))}>
                        {renderUrl(index, {
                          label: `Address of ${name}`,
                          value: image,
                          height: 'line',
                          hint: 'https://… or {{photo}}',
                          onChange: (address) => replacePicture(index, [address]),
                        })}
                      </div>
                      <ChooseFile
                        name={name}
                        onFile={(file) => void read([file], (urls) => replacePicture(index, urls))}
                      />
                    </>
                  )}
                  {images.length === 1 ? (
                    <RemoveButton itemName={name} onRemove={() => change([])} />
                  ) : (
                    <ItemButtons
                      itemName={name}
                      index={index}
                      count={images.length}
                      onMove={(to) => change(moveItem(images, index, to))}
                      onRemove={() => change(images.toSpliced(index, 1))}
                    />
                  )}
                </li>
              )
            })}
          </ul>
          {images.length > 0 && (
            <Select
              className={styles.detail}
              label="Detail"
              description="Resolution that the model receives"
              allowDeselect={false}
              data={DETAILS}
              value={imageDetail(message) ?? 'auto'}
              onChange={(detail) =>
                onChange(withDetail(message, ImageDetail.safeParse(detail).data))
              }
            />
          )}
          {images.length < MAX_IMAGES && (
            <AddItemButton listName={messageName} onAdd={() => add([''])}>
              Add picture
            </AddItemButton>
          )}
        </>
      )}
    </div>
  )
}

const renderPlainUrl = (_: number, field: UrlField) => <CodeEditor language="prompt" {...field} />

/** Intercepts a paste that is too long to be a valid URL. */
const onLongPaste = (value: string, onTooLong: () => void) => ({
  onPasteCapture: (event: ClipboardEvent) => {
    const { length } = event.clipboardData.getData('text/plain')
    if (value.length + length <= MAX_TEMPLATE_LENGTH) return
    event.preventDefault()
    event.stopPropagation()
    onTooLong()
  },
})

const showError = (problem: string) => showToast(problem, 'error', 'pictures')

type ChooseFileProps = { name: string; onFile: (file: File) => void }

/** Replaces the URL with a file. */
function ChooseFile({ name, onFile }: ChooseFileProps) {
  return (
    <FileButton
      accept={IMAGE_TYPES.join(',')}
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
          title="Choose file"
          aria-label={`Choose a file as ${name}`}
        >
          <IconPhotoPlus size={14} />
        </ActionIcon>
      )}
    </FileButton>
  )
}
