import { makeZip } from 'client-zip'
import { dataExport } from '../../shared/api/export.ts'
import { implement } from '../http/handler.ts'
import { collectData } from './collect-data.ts'

export const handlers = implement(dataExport, {
  /**
   * Everything the member has here as a zip. It is generated while it is read, one conversation and one photo at a time, and never stored; nothing is
   * queried before the first byte is read. Photos are packed uncompressed, since they wouldn't shrink.
   */
  exportData: ({ deps, tenant, viewer }) => {
    const day = deps.now().toISOString().slice(0, 10)
    // The zip writer throws when its reader stops; a pipe in between absorbs that.
    const zip = makeZip(collectData(deps, tenant, viewer)).pipeThrough(new TransformStream())
    return new Response(zip, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${tenant.settings.id}-${day}.zip"`,
        'cache-control': 'private, no-store'
      }
    })
  }
})
