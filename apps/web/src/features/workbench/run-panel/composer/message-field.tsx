import { Textarea, ActionIcon, FileButton } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { DictationButton } from '../dictation/dictation-line.tsx'
import type { Dictation } from '../dictation/use-dictation.ts'
import styles from './message-field.module.css'
import type { useComposer } from './chat-input.ts'
import imageTrayStyles from './image-tray.module.css'
import type { ComposerImage } from './images.ts'

type MessageFieldProps = {
  composer: Pick<ReturnType<typeof useComposer>, 'text' | 'setText' | 'pictures'>
  field: RefObject<HTMLTextAreaElement | null>
  dictation: Dictation
  onSubmit: () => void
}

/** Message to the draft: text, dictation and pictures. */
export function MessageField({ composer, field, dictation, onSubmit }: MessageFieldProps) {
  const { text, setText, pictures } = composer
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <>
      <Textarea
        ref={field}
        aria-label="Message"
        placeholder="Message the draft"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={handleKeyDown}
        onPaste={({ clipboardData }) => void pictures.add([...clipboardData.files])}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const files = [...event.dataTransfer.files]
          if (files.length === 0) return
          event.preventDefault()
          void pictures.add(files)
        }}
      />
      <div className={styles.extras}>
        <ImageTray
          images={pictures.images}
          problem={pictures.problem}
          onPick={(files) => void pictures.add(files)}
          onRemove={pictures.remove}
        />
        <DictationButton dictation={dictation} />
      </div>
    </>
  )
}

type ImageTrayProps = {
  images: readonly ComposerImage[]
  problem: string | null
  onPick: (files: readonly File[]) => void
  onRemove: (key: string) => void
}

/** The pictures of the message. They can also be pasted or dropped. */
function ImageTray({ images, problem, onPick, onRemove }: ImageTrayProps) {
  return (
    <div className={imageTrayStyles.root}>
      <FileButton multiple accept="image/png,image/jpeg,image/webp,image/gif" onChange={onPick}>
        {(props) => (
          <ActionIcon
            {...props}
            variant="subtle"
            title="Add pictures: select, paste or drop them"
            aria-label="Add pictures"
          >
            <IconPhotoPlus size={16} />
          </ActionIcon>
        )}
      </FileButton>
      {images.map(({ key, name, url }) => (
        <span key={key} className={imageTrayStyles.image}>
          <img src={url} alt={name} />
          <ActionIcon
            size="xs"
            variant="default"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(key)}
          >
            <IconX size={10} />
          </ActionIcon>
        </span>
      ))}
      {problem !== null && (
        <p className={imageTrayStyles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
