import type { ChangeEvent } from 'react'
import { PHOTO_FILE } from '../../shared/rules/photo-file.ts'
import { useT } from '../site/site.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { cx } from '../ui/props.ts'
import styles from './photo-manager.module.css'

/** The tile for choosing a photo. */
export function AddTile({ busy, onChoose }: { busy: boolean; onChoose: (file: File) => void }) {
  const t = useT()

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // The same file may be chosen again.
    currentTarget.value = ''
    if (file) onChoose(file)
  }

  return (
    <li className={cx(styles.tile, styles.add)}>
      <label className={styles.choose}>
        <input type="file" className={styles.file} accept={PHOTO_FILE.types.join(',')} disabled={busy} onChange={handleChange} />
        {busy ? <Spinner size="large" /> : <Icon name="plus" size="large" />}
        <span>{t('photos.add')}</span>
      </label>
    </li>
  )
}
