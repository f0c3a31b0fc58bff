// Generated from supabase/migrations by "npm run types".
type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      carpost: {
        Row: {
          json: NonNullable<Json>
          renames: NonNullable<Json>
          revision: number
          site_id: number
          updated_at: string
        }
        Insert: {
          json?: NonNullable<Json>
          renames?: NonNullable<Json>
          revision?: number
          site_id: number
          updated_at?: string
        }
        Update: {
          json?: NonNullable<Json>
          renames?: NonNullable<Json>
          revision?: number
          site_id?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "carpost_site_id_fkey"
            columns: ["site_id"]
            referencedRelation: "maintable"
            referencedColumns: ["id"]
          },
        ]
      }
      main: {
        Row: {
          created_at: string
          end_reason: string | null
          end_set_at: string | null
          expires_at: string | null
          granted_until: string | null
          id: number
          kind: string
          label: string
          last_used_at: string | null
          revoked_at: string | null
          role: string
          site_id: number | null
          site_ids: number[] | null
          successor_of: number | null
          token: string
        }
        Insert: {
          created_at?: string
          end_reason?: string | null
          end_set_at?: string | null
          expires_at?: string | null
          granted_until?: string | null
          id?: never
          kind?: string
          label: string
          last_used_at?: string | null
          revoked_at?: string | null
          role: string
          site_id?: number | null
          site_ids?: number[] | null
          successor_of?: number | null
          token: string
        }
        Update: {
          created_at?: string
          end_reason?: string | null
          end_set_at?: string | null
          expires_at?: string | null
          granted_until?: string | null
          id?: never
          kind?: string
          label?: string
          last_used_at?: string | null
          revoked_at?: string | null
          role?: string
          site_id?: number | null
          site_ids?: number[] | null
          successor_of?: number | null
          token?: string
        }
        Relationships: [
          {
            foreignKeyName: "main_site_id_fkey"
            columns: ["site_id"]
            referencedRelation: "maintable"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "main_successor_of_fkey"
            columns: ["successor_of"]
            referencedRelation: "main"
            referencedColumns: ["id"]
          },
        ]
      }
      maintable: {
        Row: {
          address: string | null
          archived_at: string | null
          building_type: string | null
          capacity: string | null
          contract_until: string | null
          emergency_calls_a_year: number | null
          emergency_visit: string | null
          equipment: Json | null
          gate_numbers: string | null
          id: number
          jmb_name: string | null
          name: string
          person_in_charge: number | null
          preventive_maintenance: string | null
          promised_before: Json | null
          response_hours: number | null
          revision: number
          rfid_unit: string | null
          sitename: string | null
          status: boolean | null
          tasks2024: NonNullable<Json>
          updated_at: string
          visit_every_months: number | null
        }
        Insert: {
          address?: string | null
          archived_at?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number
          jmb_name?: string | null
          name: string
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: NonNullable<Json>
          updated_at?: string
          visit_every_months?: number | null
        }
        Update: {
          address?: string | null
          archived_at?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number
          jmb_name?: string | null
          name?: string
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: NonNullable<Json>
          updated_at?: string
          visit_every_months?: number | null
        }
        Relationships: []
      }
      site_contacts: {
        Row: {
          email: string | null
          hidden: boolean
          id: number
          name: string
          phone: number
          revision: number
          role: string | null
          site_id: number
          updated_at: string
        }
        Insert: {
          email?: string | null
          hidden?: boolean
          id?: never
          name: string
          phone: number
          revision?: number
          role?: string | null
          site_id: number
          updated_at?: string
        }
        Update: {
          email?: string | null
          hidden?: boolean
          id?: never
          name?: string
          phone?: number
          revision?: number
          role?: string | null
          site_id?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "site_contacts_site_id_fkey"
            columns: ["site_id"]
            referencedRelation: "maintable"
            referencedColumns: ["id"]
          },
        ]
      }
      site_notes: {
        Row: {
          author: string | null
          edited_at: string | null
          hidden: boolean
          id: number
          made_at: string
          revision: number
          site_id: number
          text: string
          updated_at: string
        }
        Insert: {
          author?: string | null
          edited_at?: string | null
          hidden?: boolean
          id?: never
          made_at?: string
          revision?: number
          site_id: number
          text: string
          updated_at?: string
        }
        Update: {
          author?: string | null
          edited_at?: string | null
          hidden?: boolean
          id?: never
          made_at?: string
          revision?: number
          site_id?: number
          text?: string
          updated_at?: string
        }
        Relationships: []
      }
    }
    Views: {
      maintables: {
        Row: {
          address: string | null
          archived_at: string | null
          building_type: string | null
          capacity: string | null
          contract_until: string | null
          emergency_calls_a_year: number | null
          emergency_visit: string | null
          equipment: Json | null
          gate_numbers: string | null
          id: number | null
          jmb_name: string | null
          name: string | null
          person_in_charge: number | null
          preventive_maintenance: string | null
          promised_before: Json | null
          response_hours: number | null
          revision: number | null
          rfid_unit: string | null
          sitename: string | null
          status: boolean | null
          tasks2024: Json | null
          updated_at: string | null
          visit_every_months: number | null
        }
        Insert: {
          address?: string | null
          archived_at?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number | null
          jmb_name?: string | null
          name?: string | null
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number | null
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: Json | null
          updated_at?: string | null
          visit_every_months?: number | null
        }
        Update: {
          address?: string | null
          archived_at?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number | null
          jmb_name?: string | null
          name?: string | null
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number | null
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: Json | null
          updated_at?: string | null
          visit_every_months?: number | null
        }
        Relationships: []
      }
    }
    Functions: {
      archive_site: {
        Args: { end_access?: boolean; revision: number; site_id: number }
        Returns: Json
      }
      change_document: {
        Args: {
          audience?: string
          document_id: number
          revision: number
          shown?: boolean
          title?: string
        }
        Returns: Json
      }
      close_fault: {
        Args: { closed_as: string; fault_id: number; reason: string }
        Returns: Json
      }
      correct_fault: {
        Args: { fault_id: number; post?: string; site_id: number }
        Returns: Json
      }
      document_marks: { Args: Record<PropertyKey, never>; Returns: Json }
      document_titles: { Args: Record<PropertyKey, never>; Returns: Json }
      end_link: { Args: { link_id: number }; Returns: undefined }
      end_session: { Args: { session_id: string }; Returns: boolean }
      end_sessions: { Args: { key_id?: number }; Returns: number }
      end_sticker: { Args: { sticker_id: number }; Returns: undefined }
      ended_keys: { Args: { key_ids: number[] }; Returns: Json }
      fault_news: { Args: Record<PropertyKey, never>; Returns: Json }
      file_document: {
        Args: { audience: string; file: string; site_id: number; title: string }
        Returns: Json
      }
      follow_ups: { Args: Record<PropertyKey, never>; Returns: Json }
      forget_voice: { Args: { voice_id: number }; Returns: undefined }
      import_site: { Args: { site: Json }; Returns: Json }
      import_state: { Args: { site: string }; Returns: Json }
      issue_key: {
        Args: {
          expires_at?: string
          label: string
          role: string
          site_id?: number
          site_ids?: number[]
          successor_of?: number
        }
        Returns: Json
      }
      links_of_keys: { Args: { key_ids: number[] }; Returns: number }
      list_changers: { Args: Record<PropertyKey, never>; Returns: number[] }
      list_changes: {
        Args: {
          by_access?: number
          from_day?: string
          grouped?: boolean
          of_batch?: string
          of_kind?: string
          of_site?: number
          older_than?: number
          page_size?: number
          to_day?: string
          words?: string
        }
        Returns: {
          access_id: number
          access_label: string
          after: Json
          at: string
          batch: string
          batch_lines: number
          batch_sites: number
          batch_undoable: number
          before: Json
          id: number
          import_file: string
          import_undone: boolean
          operation: string
          row_id: number
          site_id: number
          site_name: string
          table_name: string
        }[]
      }
      list_client_errors: { Args: Record<PropertyKey, never>; Returns: Json }
      list_documents: { Args: { site_id: number }; Returns: Json }
      list_faults: {
        Args: {
          from_day?: string
          page?: number
          page_size?: number
          post?: string
          site_id?: number
          state?: string
          to_day?: string
          words?: string
        }
        Returns: Json
      }
      list_imports: { Args: Record<PropertyKey, never>; Returns: Json }
      list_links: { Args: { site_id?: number }; Returns: Json }
      list_sessions: { Args: { key_id?: number }; Returns: Json }
      list_stickers: { Args: { site_id: number }; Returns: Json }
      logged_moves: { Args: { change_ids: number[] }; Returns: Json }
      login: {
        Args: { browser?: string; keep?: boolean; secret_key: string }
        Returns: Json
      }
      logout: { Args: Record<PropertyKey, never>; Returns: undefined }
      make_link: {
        Args: {
          days: number
          label: string
          site_id: number
          task_ids: number[]
        }
        Returns: Json
      }
      make_sticker: { Args: { post: string; site_id: number }; Returns: Json }
      mend_key_ends: { Args: { key_ids: number[] }; Returns: Json }
      move_visit: {
        Args: {
          pdf?: string
          photos: Json
          revision: number
          site_id: number
          task_id: number
          to_revision: number
          to_site: number
        }
        Returns: Json
      }
      moved_visits: { Args: { site_id: number }; Returns: Json }
      my_visits: { Args: { site_id: number }; Returns: number[] }
      open_link: { Args: { secret: string }; Returns: Json }
      open_sticker: { Args: { secret: string }; Returns: Json }
      reopen_fault: { Args: { fault_id: number }; Returns: Json }
      report_client_error: {
        Args: { message: string; release?: string; screen?: string }
        Returns: undefined
      }
      report_fault: {
        Args: { post?: string; report?: Json; site_id: number }
        Returns: Json
      }
      report_from_sticker: {
        Args: { report: Json; secret: string }
        Returns: Json
      }
      reserve_site: { Args: { site: string }; Returns: number }
      restore_change: { Args: { change_id: number }; Returns: Json }
      revoke_key: { Args: { key_id: number }; Returns: undefined }
      revoke_keys: { Args: { key_ids: number[] }; Returns: Json }
      rotate_key: {
        Args: { expires_at?: string; keep_old?: string; key_id: number }
        Returns: Json
      }
      rotate_keys: {
        Args: { expires_at?: string; keep_old?: string; key_ids: number[] }
        Returns: Json
      }
      search_visits: {
        Args: {
          archived?: boolean
          before?: Json
          dates?: Json
          direction?: string
          forms?: Json
          from_day?: string
          of_kinds?: string[]
          of_sites?: string[]
          of_years?: string[]
          page_size?: number
          person?: string
          post?: string
          shown?: boolean
          to_day?: string
          with_total?: boolean
          words: string
        }
        Returns: Json
      }
      set_key_end: {
        Args: { expires_at?: string; key_id: number }
        Returns: undefined
      }
      set_key_ends: {
        Args: { expires_at?: string; key_ids: number[] }
        Returns: Json
      }
      set_key_label: {
        Args: { key_id: number; label: string }
        Returns: undefined
      }
      set_key_sites: {
        Args: { key_id: number; site_ids?: number[] }
        Returns: undefined
      }
      site_access: { Args: { site_ids: number[] }; Returns: Json }
      site_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      unarchive_site: {
        Args: { revision: number; site_id: number }
        Returns: Json
      }
      undo_import: { Args: { import_id: string }; Returns: Json }
      unlock_analytics: { Args: { secret_key: string }; Returns: Json }
      whoami: { Args: Record<PropertyKey, never>; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
