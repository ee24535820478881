import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Crop } from '../../shared/api/photos.ts'
import { asApiError } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { askBeforeLeaving } from '../session/ask-before-leaving.ts'
import { onSessionOver } from '../session/session-end.ts'
import { useMessage, useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'
import type { Picture } from './open-picture.ts'
import { takePhotos } from './use-photos.ts'

/** A running or failed upload. */
export interface Upload {
  /** Also the idempotency key. */
  id: string
  picture: Picture
  crop: Crop
  /** How much has been sent, 0 to 1. */
  sent: number
  /** Why it failed; null while it is running. */
  problem: string | null
}

/** The uploads of this document: they outlive the page on which they were started. */
const useList = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
const aborters = new Map<string, AbortController>()
/** Does a page show them? */
let shown = false

const all = () => useList.getState().uploads

function change(id: string, fields: Partial<Upload>): void {
  useList.setState({ uploads: all().map((one) => (one.id === id ? { ...one, ...fields } : one)) })
}

function remove({ id }: Upload): void {
  aborters.get(id)?.abort()
  aborters.delete(id)
  useList.setState({ uploads: all().filter((one) => one.id !== id) })
}

askBeforeLeaving(useList.subscribe, () => all().some(({ problem }) => problem === null))
onSessionOver(() => all().forEach(remove))

/**
 * Uploads photos, several at the same time, and keeps failed ones until they are retried or discarded. Uploads continue while other pages are shown,
 * and a short message there says how they ended.
 */
export function useUploads() {
  const queryClient = useQueryClient()
  const t = useT()
  const message = useMessage()
  const uploads = useList((list) => list.uploads)

  async function send(one: Upload): Promise<void> {
    const aborter = new AbortController()
    aborters.set(one.id, aborter)
    const { left, top, width, height } = one.crop
    try {
      const answer = await upload('addPhoto', one.picture.file, {
        query: { crop: [left, top, width, height].join(',') },
        idempotencyKey: one.id,
        onProgress: (sent) => change(one.id, { sent }),
        signal: aborter.signal
      })
      if (!answer) return
      takePhotos(queryClient, answer)
      remove(one)
      showToast({ text: t('photos.uploaded') })
    } catch (error) {
      if (aborter.signal.aborted) return
      const problem = sentence(error)
      change(one.id, { problem })
      if (!shown) showToast({ text: `${t('photos.not_uploaded')} ${problem}`, tone: 'danger' })
    }
  }

  function sentence(failure: unknown): string {
    const { error } = asApiError(failure)
    const { message_key, params } = error.fields?.[0] ?? error
    return message(message_key, params)
  }

  useEffect(() => {
    shown = true
    return () => {
      shown = false
    }
  }, [])

  return {
    uploads,
    start: (picture: Picture, crop: Crop) => {
      const one = { id: newIdempotencyKey(), picture, crop, sent: 0, problem: null }
      useList.setState({ uploads: [...all(), one] })
      void send(one)
    },
    retry: (one: Upload) => {
      change(one.id, { sent: 0, problem: null })
      void send(one)
    },
    remove
  }
}
