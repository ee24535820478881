import { makeZip } from 'client-zip'
import { dataExport } from '../../shared/api/export.ts'
import { EXPORT_ANCHOR } from '../../shared/rules/export.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import { href } from '../../shared/routes/match.ts'
import { EVEN_TIME } from '../accounts/even-time.ts'
import { checkOwnPassword, settleOwnPassword } from '../accounts/passwords/own-password.ts'
import { implement } from '../http/handler.ts'
import { collectData } from './collect-data.ts'
import { exportAddress, isExportAddress } from './export-address.ts'

export const handlers = implement(dataExport, {
  startExport: {
    atLeast: EVEN_TIME,
    async prepare(before) {
      const own = await checkOwnPassword(before, before.body.password)
      return async (context) => {
        await settleOwnPassword(context, own, 'password')
        return { url: exportAddress(context.deps, context.sessionHash!) }
      }
    }
  },

  /**
   * Everything the member has here as a zip. It is generated while it is read, one conversation and one photo at a time, and never stored; nothing is
   * queried before the first byte is read. Photos are packed uncompressed, since they wouldn't shrink. A link to it without the password, on another
   * site or a page that is open since before the password was needed, leads to the form.
   */
  exportData: ({ deps, tenant, viewer, sessionHash }, request) => {
    if (!isExportAddress(deps, sessionHash, new URL(request.url))) {
      const location = accountMay(viewer.status, 'use') ? href('settings') : href('pages-ban')
      return new Response(null, {
        status: 303,
        headers: { location: `${location}#${EXPORT_ANCHOR}`, 'cache-control': 'private, no-store' }
      })
    }
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
