"""An independent, slow and obvious telling of the law, to hold the service against."""
