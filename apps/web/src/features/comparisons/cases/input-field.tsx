import type { Json } from '@lathe/contract'
import { Input } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { PICTURE, readPictures } from '../../../lib/pictures.ts'
import { RemoveButton } from '../../../ui/item-buttons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { noPictures, onPictures } from '../../../ui/put-pictures.ts'
import { showToast } from '../../../ui/undo-toast.tsx'
import { ValueField } from '../../../ui/value-field.tsx'
import styles from '../comparison.module.css'

type InputFieldProps = {
  name: string
  /** Else JSON. */
  isText: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

/** Of a data URL: the plan is saved whole with each edit. */
const MOST_CHARACTERS = 1_000_000
const SMALLER = 'Make it smaller, or give its address.'
const AS_PART = 'Only a text takes a picture here; in JSON write its address.'

/** What a variable is in a case: a text, JSON, or the picture that was pasted or dropped there. */
export function InputField({ name, isText, value, onChange }: InputFieldProps) {
  // A file is read in its own time: the case may have been edited meanwhile.
  const put = useCallbackRef(onChange)
  const take = async (files: readonly File[]) => {
    try {
      const [picture] = await readPictures(files.slice(0, 1), MOST_CHARACTERS, SMALLER)
      put(picture)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error', 'pictures')
    }
  }
  return (
    <div {...(isText ? onPictures((files) => void take(files)) : noPictures(AS_PART))}>
      {typeof value === 'string' && PICTURE.test(value) ? (
        <Input.Wrapper label={name} labelElement="div">
          <div className={styles.headLine}>
            <Picture name={name} url={value} />
            <RemoveButton of={`the picture of ${name}`} onRemove={() => onChange(undefined)} />
          </div>
        </Input.Wrapper>
      ) : (
        <ValueField label={name} isText={isText} value={value} onChange={onChange} />
      )}
    </div>
  )
}
